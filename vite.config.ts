import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { buildStamp } from './scripts/build-freshness.mjs';
import { BUILT_IN_FOLDER } from './scripts/built-in-index.mjs';
import { layCompressedCopies } from './scripts/compressed-copies.mjs';
import { writeServiceWorker } from './scripts/offline-shell.mjs';
import { prerenderedFirstPage } from './scripts/prerender.mjs';
import { checkpointsMiddleware } from './scripts/server.mjs';

const root = import.meta.dirname;

// SharedArrayBuffer, and with it more than one thread, needs both headers.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** `npm run dev` offers the same checkpoints as `npm start`: those of the page, then the local ones. */
const localCheckpoints: Plugin = {
  name: 'lab-local-checkpoints',
  configureServer: (server) => {
    server.middlewares.use('/checkpoints', checkpointsMiddleware([BUILT_IN_FOLDER, `${root}/checkpoints`]));
  },
};

export default defineConfig({
  base: './',
  plugins: [
    svelte(),
    prerenderedFirstPage(),
    localCheckpoints,
    buildStamp(root, [writeServiceWorker, layCompressedCopies]),
  ],
  // onnxruntime-web's default entry inlines its glue and emits a second wasm; this condition keeps one of each.
  resolve: {
    conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions],
    // @huggingface/transformers serves as tokenizer only: see stubs/onnxruntime-webgpu.
    alias: [
      {
        find: /^onnxruntime-web\/webgpu$/,
        replacement: fileURLToPath(new URL('./stubs/onnxruntime-webgpu/index.js', import.meta.url)),
      },
    ],
  },
  optimizeDeps: { exclude: ['onnxruntime-web', '@huggingface/transformers'] },
  define: {
    'import.meta.env.LAB_RUNTIME_BYTES': statSync(
      `${root}/node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm`,
    ).size,
  },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'index.html', study: 'study.html' },
      // PURE rooms do nothing when they are loaded: a page that takes one figure from a room does not get them all. Nor
      // does the door of the lab: who asks for one run there does not get those of other rooms.
      treeshake: {
        moduleSideEffects: [
          {
            test: /\/src\/((transcript|toolshed|probe|rollout|engine|checkpoint\/graph|statistics|figures|records)\/.*|lab\/index)\.ts$/,
            sideEffects: false,
          },
        ],
      },
      // Which plugin took longest is noise to somebody who only starts the lab.
      checks: { bundlerTimings: false },
    },
  },
  server: { headers: isolation },
  preview: { headers: isolation },
});

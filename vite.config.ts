import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig } from 'vite';

// SharedArrayBuffer, and with it more than one thread, needs both headers.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  base: './',
  plugins: [svelte()],
  // onnxruntime-web's default entry inlines its glue and emits a second wasm; this condition keeps one of each.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  optimizeDeps: { exclude: ['onnxruntime-web', '@huggingface/transformers'] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: 'index.html', study: 'study.html' } },
  },
  server: { headers: isolation },
  preview: { headers: isolation },
});

import * as ort from 'onnxruntime-web/wasm';
import glueUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';

let startedThreads: number | null = null;

/**
 * Points onnxruntime at our own copies of its files and sets its threads. It reads both only once, before the first
 * session, so a worker lives with its first choice: returns the threads that are really used, 1 where the page is
 * not cross-origin isolated.
 */
export const startRuntime = (threads: number): number => {
  if (startedThreads === null) {
    startedThreads = self.crossOriginIsolated ? Math.max(1, Math.floor(threads)) : 1;
    ort.env.wasm.numThreads = startedThreads;
    ort.env.wasm.wasmPaths = {
      mjs: new URL(glueUrl, import.meta.url).href,
      wasm: new URL(wasmUrl, import.meta.url).href,
    };
  }
  return startedThreads;
};

/** Version of onnxruntime-web, for records. */
export const runtimeVersion = (): string => ort.env.versions.web ?? 'unknown';

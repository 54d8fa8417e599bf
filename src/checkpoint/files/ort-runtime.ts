import * as ort from 'onnxruntime-web/wasm';
import glueUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { ok, type Result } from '../../records/index.ts';
import { filesFault, type OnBytes } from './checkpoint-files.ts';
import { partsOf } from './stream-parts.ts';

let startedThreads: number | null = null;
let isFetched = false;

declare global {
  interface ImportMetaEnv {
    /** Size of the unpacked runtime, put in by the build; compressed answers do not tell it. */
    readonly LAB_RUNTIME_BYTES?: number;
  }
}

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

/**
 * Fetches the runtime ahead of the first session, saying how far it is: it is larger than a small checkpoint, and
 * onnxruntime would fetch it in silence.
 */
export const fetchRuntime = async (onBytes: OnBytes): Promise<Result<null>> => {
  if (isFetched) return ok(null);
  const url = new URL(wasmUrl, import.meta.url).href;
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const all = import.meta.env.LAB_RUNTIME_BYTES ?? 0;
    for await (const part of partsOf(response.body)) {
      // A part is good only until the next one is asked for.
      parts.push(part.slice());
      bytes += part.byteLength;
      onBytes(bytes, Math.max(all, bytes));
    }
    ort.env.wasm.wasmBinary = await new Blob(parts).arrayBuffer();
    isFetched = true;
    return ok(null);
  } catch (cause) {
    return filesFault(
      'runtime-not-fetched',
      'The runtime that computes the scores could not be fetched from the page’s own server.',
      'Check the network and the server, then press Run again.',
      `${url}: ${String(cause)}`,
    );
  }
};

/** Once a session exists, the runtime is compiled and its bytes are only in the way. */
export const forgetRuntimeBytes = (): void => {
  delete ort.env.wasm.wasmBinary;
};

/** Version of onnxruntime-web, for records. */
export const runtimeVersion = (): string => ort.env.versions.web ?? 'unknown';

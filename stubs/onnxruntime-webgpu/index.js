// Stands in for onnxruntime-web/webgpu, which @huggingface/transformers imports for models. We use its tokenizer
// only: without this a second runtime would be bundled, and its start-up code would point our runtime's wasm paths
// at another host.
export const env = undefined;
export const InferenceSession = undefined;
export const Tensor = undefined;

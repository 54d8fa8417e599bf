export {
  ChatTokenizer,
  createChatTokenizer,
  type EncodedContext,
  type NamedSpan,
  type TokenizerFiles,
} from './tokenizer.ts';

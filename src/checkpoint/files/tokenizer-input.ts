import { ok, type Result } from '../../records/index.ts';
import type { Message, Part } from '../../transcript/index.ts';
import { holdsLoneSurrogate } from './tokenizer-bytes.ts';
import { textRefused } from './tokenizer-error.ts';

/** What must hold of a transcript and its parts before any template sees them. */
export function checkTranscript(messages: readonly Message[], parts: readonly Part[]): Result<null> {
  if (messages[0]?.role !== 'system')
    return textRefused(
      'system-message-missing',
      'The transcript does not begin with a system message; the chat template would put in one of its own.',
      'Give a system message.',
      `roles: ${messages.map((message) => message.role).join(', ')}`,
    );
  for (const [index, message] of messages.entries())
    if (holdsLoneSurrogate(message.content))
      return textRefused(
        'text-not-unicode',
        `Message ${String(index)} (${message.role}) holds half a character, which cannot be encoded.`,
        'Paste the text again, or delete that character.',
        JSON.stringify(message.content.match(/.{0,20}\p{Surrogate}.{0,20}/u)?.[0] ?? ''),
      );
  for (const part of parts) {
    const length = messages[part.message]?.content.length;
    if (length === undefined || part.start < 0 || part.end < part.start || part.end > length)
      return textRefused(
        'part-outside-message',
        `The part "${part.name}" does not lie in its message.`,
        'Name a stretch inside the message.',
        `message ${String(part.message)}, ${String(part.start)} to ${String(part.end)} of ${String(length ?? 0)}`,
      );
  }
  return ok(null);
}

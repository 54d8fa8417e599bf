import { canonicalJson, sha256OfText, type ScorerIdentity, type TraceRow } from '../records/index.ts';
import { canonicalForm, type AgentTask } from '../toolshed/index.ts';
import { wordingSha256 } from '../transcript/index.ts';
import type { EpisodeState } from './episode.ts';
import { repeatsAmong } from './repeats.ts';
import type { EpisodeSetting } from './turn-request.ts';

/** Who wrote a rollout, on which tasks. */
export interface TraceSource {
  readonly model: string;
  readonly modelParameters: number;
  readonly scorer: ScorerIdentity;
  readonly taskSet: { readonly name: string; readonly sha256: string };
}

/** The record of an episode that has ended; null while it goes on. */
export function traceOfEpisode(state: EpisodeState, source: TraceSource): TraceRow | null {
  const { task, setting, steps, stopReason } = state;
  if (stopReason === null) return null;
  const { harness } = setting;
  const turns = steps.map(({ turn }) => turn);
  const actions = steps.map(({ action }) => action);
  const failed = steps.filter(({ outcome }) => !outcome.ok);
  const repeats = repeatsAmong(failed.map(({ action }) => action));
  const rate = (repeated: number): number | null => (failed.length === 0 ? null : repeated / failed.length);
  const forms = actions.map(canonicalForm);
  return {
    task_id: task.task_id,
    harness: harness.name,
    model: source.model,
    env: task.env,
    stop_reason: stopReason,
    solved: stopReason === 'solved',
    n_steps: steps.length,
    gen_tokens: sum(turns.map(({ tokenIds }) => tokenIds.length)),
    prompt_tokens: sum(turns.map(({ contextTokens }) => contextTokens)),
    n_banned_masked: sum(turns.map(({ maskApplications }) => maskApplications)),
    seconds: sum(turns.map(({ elapsedMs }) => elapsedMs)) / 1000,
    actions,
    observations: steps.map(({ observation }) => observation),
    ok: steps.map(({ outcome }) => outcome.ok),
    error_types: steps.map(({ outcome }) => (outcome.ok ? null : outcome.errorKind)),
    n_failed_actions: failed.length,
    n_exact_repeats: repeats.text,
    n_canonical_repeats: repeats.canonical,
    n_consecutive_repeats: forms.filter((form, at) => at > 0 && form === forms[at - 1]).length,
    exact_repeat_rate: rate(repeats.text),
    canonical_repeat_rate: rate(repeats.canonical),
    temperature: setting.temperature,
    seed: setting.seed,
    max_steps: setting.mostSteps,
    model_params: source.modelParameters,
    max_new_tokens: setting.mostTokens,
    template: task.template,
    task_set: source.taskSet.name,
    task_set_sha256: source.taskSet.sha256,
    presentation: harness.presentation,
    ban: harness.ban,
    instruction: harness.instruction,
    wording_sha256: wordingSha256(harness.presentation, harness.wording),
    top_p: setting.topP,
    demonstration: setting.demonstration,
    raw_turns: turns.map(({ text }) => text),
    turn_ids: turns.map(({ tokenIds }) => tokenIds),
    turn_ends: turns.map(({ endedBy }) => endedBy),
    step_ctx_tokens: turns.map(({ contextTokens }) => contextTokens),
    step_masked: turns.map(({ maskApplications }) => maskApplications),
    step_interventions: turns.map(({ interventions }) => interventions),
    step_ties: turns.map(({ ties }) => ties),
    step_ms: turns.map(({ elapsedMs }) => elapsedMs),
    cut: steps.map(({ isCut }) => isCut),
    by_construction: steps.map(({ isByConstruction }) => isByConstruction),
    trace_key: traceKey(source.scorer, task, setting),
  };
}

/** What is known before the rollout begins, so that one that is there already is not run again, and none is mixed up. */
export function traceKey(scorer: ScorerIdentity, task: AgentTask, setting: EpisodeSetting): string {
  const { harness, ...rest } = setting;
  const { wording, ...rule } = harness;
  return sha256OfText(
    canonicalJson({
      checkpoint: scorer.checkpointSha256,
      tokenizer: scorer.tokenizerSha256,
      engine: scorer.engineVersion,
      task: JSON.stringify(task),
      harness: rule,
      wording: { ...wording },
      setting: rest,
    }),
  );
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

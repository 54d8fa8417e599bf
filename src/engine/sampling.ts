import type { LabError } from '../records/index.ts';
import { nucleusOf, type Nucleus } from './nucleus.ts';
import { RankedTokens } from './ranked-tokens.ts';
import { refusal } from './request-faults.ts';
import { greedyToken, type Allows, type ChooseToken, type TokenChoice } from './token-choice.ts';

/** How the next token is drawn. */
export interface Sampling {
  /** Logits are divided by it; 0: the likeliest token is taken and nothing is drawn. */
  readonly temperature: number;
  /** Mass of the nucleus, above 0 and at most 1: the smallest set of likeliest tokens that has it is drawn from. */
  readonly topP: number;
  /** The next number of the rollout's own stream, from 0 to below 1. */
  readonly draw: () => number;
}

/** A draw this close to where the next token begins may fall to the other side on another machine. */
const EDGE = 1e-5;
/** After so many refused draws from the whole vocabulary, all of it is asked about. */
const PATIENCE = 64;

/** Why these settings cannot be drawn with, or null. */
export function samplingFault(id: string, { temperature, topP }: Sampling): LabError | null {
  if (!(Number.isFinite(temperature) && temperature >= 0)) {
    return refusal(
      id,
      'temperature-invalid',
      'The temperature must be a number of at least 0.',
      `temperature = ${String(temperature)}`,
    );
  }
  if (topP > 0 && topP <= 1) return null;
  return refusal(id, 'top-p-invalid', 'Top-p must be above 0 and at most 1.', `topP = ${String(topP)}`);
}

/**
 * Draws from the softmax of the allowed tokens (float64), cut to its nucleus. One number is drawn for a token, but
 * for a top-p of 1 under a ban. Tokens are laid side by side in the order of their ids, not of their probabilities:
 * two nearly equal ones would change places on another machine, and with them what a draw far from any edge means.
 */
export function sampledToken(sampling: Sampling): ChooseToken {
  const { temperature, topP, draw } = sampling;
  if (temperature === 0) return greedyToken;
  return (logits, allows) => {
    const weights = softmaxWeights(logits, temperature);
    if (topP === 1) return drawnFromAll(logits, weights, draw, allows);
    const ranked = new RankedTokens(logits);
    const at = draw();
    const free = drawnFrom(nucleusOf(ranked, logits, weights, topP, null), weights, at);
    if (allows === null) return free;
    const nucleus = nucleusOf(ranked, logits, weights, topP, allows);
    if (nucleus.members.length === 0) return { ...free, token: null, tie: false };
    return { ...drawnFrom(nucleus, weights, at), unmasked: free.unmasked };
  };
}

/** e^((logit − largest) / temperature) of every token. */
function softmaxWeights(logits: Float32Array, temperature: number): Float64Array {
  let largest = -Infinity;
  for (const logit of logits) if (logit > largest) largest = logit;
  // A loop: mapping an array goes through an iterator, several times as slow for a whole vocabulary.
  const weights = new Float64Array(logits.length);
  for (let token = 0; token < weights.length; token += 1) {
    weights[token] = Math.exp(((logits[token] ?? 0) - largest) / temperature);
  }
  return weights;
}

function drawnFrom(
  { members, doubtful }: Nucleus,
  weights: Float64Array,
  at: number,
): TokenChoice & { readonly token: number } {
  const byId = Int32Array.from(members).sort();
  const lengths = Float64Array.from(byId, (token) => weights[token] ?? 0);
  const mass = lengths.reduce((sum, length) => sum + length, 0);
  let doubt = 0;
  for (const token of doubtful) doubt += weights[token] ?? 0;
  // A doubtful token may come to lie before the first or behind the last: then these ends are edges too.
  const { place, toEdge } = placeOf(at * mass, lengths, doubt > 0 ? Infinity : mass);
  const token = byId[place] ?? 0;
  return { token, tie: doubtful.has(token) || toEdge < EDGE * mass + doubt, unmasked: token };
}

/**
 * In which of the lengths laid side by side this point lies, and how far it is from where another begins. The ends
 * of the row are no such places if `whole`, its length, says so.
 */
function placeOf(point: number, lengths: Float64Array, whole: number): { place: number; toEdge: number } {
  let place = 0;
  let begins = 0;
  let ends = 0;
  for (let next = 0; next < lengths.length; next += 1) {
    const length = lengths[next] ?? 0;
    if (length === 0) continue;
    place = next;
    begins = ends;
    ends += length;
    if (point < ends) break;
  }
  const isFirst = begins === 0 && whole < Infinity;
  return {
    place,
    toEdge: Math.min(isFirst ? Infinity : point - begins, ends < whole ? ends - point : Infinity),
  };
}

/**
 * The whole vocabulary, without asking about all of it: a refused token is taken out and another number drawn, which
 * gives every allowed token its share of what is allowed.
 */
function drawnFromAll(
  logits: Float32Array,
  weights: Float64Array,
  draw: () => number,
  allows: Allows,
): TokenChoice {
  const left = weights.slice();
  let unmasked: number | null = null;
  for (let refused = 0; ; refused += 1) {
    if (refused === PATIENCE && allows !== null) {
      for (let token = 0; token < left.length; token += 1) if (!allows(token)) left[token] = 0;
    }
    const mass = left.reduce((sum, weight) => sum + weight, 0);
    // What is allowed may be too unlikely for a number: then the likeliest of it.
    if (mass === 0) return { ...greedyToken(logits, allows), unmasked: unmasked ?? 0 };
    const { place: token, toEdge } = placeOf(draw() * mass, left, mass);
    unmasked ??= token;
    if (allows?.(token) !== false) return { token, tie: toEdge < EDGE * mass, unmasked };
    left[token] = 0;
  }
}

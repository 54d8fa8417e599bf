/**
 * `paper-2026` words results, errors and made-up names as the study's description has them, oddities included;
 * `clean-1` mends what static-probes/README.md lists. Ids, goals' composition and gold calls agree.
 */
export type Edition = 'paper-2026' | 'clean-1';

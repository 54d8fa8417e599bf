/** How the weights are held in the runtime's memory: see `chooseHolding`. */
export type HeldAs = 'folded' | 'resident';

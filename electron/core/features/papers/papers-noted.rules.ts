/** In the store's `meta`, once the papers of everything that is known are noted. */
export const PAPERS_NOTED = 'papers-noted'

/** In the store's `meta`, once the documents of everything that is known are noted. */
export const SERVICE_DOCUMENTS_NOTED = 'papers-noted'

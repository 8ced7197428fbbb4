/** Error for a pasted request that is another signer's. */
export const foundOtherText = (fullname: string): string =>
  fullname === '' ? 'Esa petición es de otro firmante.' : `Esa petición es de otro firmante (${fullname}).`

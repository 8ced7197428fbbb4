/** Of a request that was pasted as the one that was sent, and is not. */
export const foundOtherText = (fullname: string): string =>
  fullname === '' ? 'Esa petición es de otro firmante.' : `Esa petición es de otro firmante (${fullname}).`

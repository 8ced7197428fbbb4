/** Minimum body of a registration. */
export const REGISTRATION = { vin: 'VSSZZZ5FZHR000412', userEmail: 'a@example.com', documents: [] }

/** Minimum body of a transfer. */
export const TRANSFER = {
  vrm: '1234BCD',
  taxableBase: 100,
  invoiceNumber: 'F-1',
  userEmail: 'a@example.com',
  documents: [],
}

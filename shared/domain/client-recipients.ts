/** Ways that a text reaches a client. */
export const CLIENT_CHANNELS = ['copy', 'email', 'whatsapp'] as const
export type ClientChannel = (typeof CLIENT_CHANNELS)[number]

/** People of a file that a text may go to, in the order that they are offered. `none`: nobody known here. */
export const RECIPIENT_KEYS = [
  'client',
  'buyer',
  'seller',
  'buyer-representative',
  'seller-representative',
  'signer',
  'signer-representative',
  'none',
] as const
export type RecipientKey = (typeof RECIPIENT_KEYS)[number]

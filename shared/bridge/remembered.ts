import * as z from 'zod'
import { SIGNATURE_REQUEST_FIELDS } from '../domain/signature-requests/fields.ts'
import { command } from './primitives.ts'

const text = (max: number) => z.string().max(max).default('')

/** Values last sent with an account, which its forms offer again. Empty: no value. */
export const rememberedSchema = z.object({
  /** The user's own e-mail address. */
  userEmail: text(SIGNATURE_REQUEST_FIELDS.email),
  municipalityName: text(SIGNATURE_REQUEST_FIELDS.municipalityName),
  provinceName: text(SIGNATURE_REQUEST_FIELDS.provinceName),
  /** Last signatory of a company. */
  representativeIdNumber: text(SIGNATURE_REQUEST_FIELDS.representativeIdNumber),
})
export type Remembered = z.infer<typeof rememberedSchema>

/** Rows of the contract: remembered values of the active account. */
export const rememberedCommands = {
  'remembered.get': command(z.object({}), rememberedSchema),
  /** Only the given values change. An empty value is forgotten. */
  'remembered.update': command(
    z.object({
      userEmail: z.string().max(SIGNATURE_REQUEST_FIELDS.email).optional(),
      municipalityName: z.string().max(SIGNATURE_REQUEST_FIELDS.municipalityName).optional(),
      provinceName: z.string().max(SIGNATURE_REQUEST_FIELDS.provinceName).optional(),
      representativeIdNumber: z.string().max(SIGNATURE_REQUEST_FIELDS.representativeIdNumber).optional(),
    }),
    rememberedSchema,
  ),
} as const

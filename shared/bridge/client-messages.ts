import * as z from 'zod'
import {
  MAX_EDITED,
  CLIENT_CHANNELS,
  RECIPIENT_KEYS,
  MAX_TEMPLATE,
  SITUATION_IDS,
  type SituationId,
} from '../domain/client-messages.ts'
import { command } from './primitives.ts'

const id = z.string().min(1).max(200)
const situation = z.enum(SITUATION_IDS as [SituationId, ...SituationId[]])
const recipientKey = z.enum(RECIPIENT_KEYS)

/** Subject of a text for a client. Everything else of it is read by the core from its own data. */
const clientSubjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('procedure'), id }),
  z.object({ kind: z.literal('signature'), id }),
  z.object({ kind: z.literal('plate'), vrm: z.string().min(1).max(16) }),
])
export type ClientSubject = z.infer<typeof clientSubjectSchema>

/** A person that the text may go to, and the text for them. */
const clientMessageSchema = z.object({
  key: recipientKey,
  /** Roles of the same person: the client is often the buyer. */
  roles: z.array(recipientKey),
  name: z.string(),
  /** `null`: not known here. */
  email: z.string().nullable(),
  /** E.164. */
  phone: z.string().nullable(),
  /** Identifier and id in the address book, where their address is kept; '' and `null` if unknown. */
  taxId: z.string(),
  contactId: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  /** The same with names hidden, for a screen that others see. */
  hidden: z.string(),
  /** The text fits in the link of that channel. */
  fits: z.object({ email: z.boolean(), whatsapp: z.boolean() }),
  /** Changes with anything that would be given: `give` refuses an older one. */
  revision: z.string(),
})
export type ClientMessage = z.infer<typeof clientMessageSchema>

const clientMessagesSchema = z.object({
  /** Texts that suit the subject now, the most useful first. */
  choices: z.array(z.object({ key: z.string(), situation, title: z.string() })),
  /** Key of the one shown. */
  chosen: z.string(),
  /** The office's text of this situation cannot be used any more, and the original is. */
  broken: z.boolean(),
  messages: z.array(clientMessageSchema).min(1),
})
export type ClientMessages = z.infer<typeof clientMessagesSchema>

/** The office's own texts, by situation. */
const clientTextsSchema = z.object({ own: z.partialRecord(situation, z.string()) })

const choice = z.string().max(300)

/** Rows of the contract: texts for clients. Nothing is sent: a text is copied, or opened in a program. */
export const clientMessageCommands = {
  /** @param choice a key of `choices`; by default, and when it is gone, the first one */
  'client-messages.get': command(
    z.object({ about: clientSubjectSchema, choice: choice.optional() }),
    clientMessagesSchema,
  ),
  /**
   * Records that the text is given and opens it in the mail program or WhatsApp, with a link that the core
   * builds. Refused with `draft-changed` if it is not the text that was shown. `edited`: the user's words in place
   * of the text. `url`: for the window to open, where the host opens none; `text`: for the clipboard.
   */
  'client-messages.give': command(
    z.object({
      about: clientSubjectSchema,
      choice,
      to: recipientKey,
      channel: z.enum(CLIENT_CHANNELS),
      revision: z.string().max(64),
      edited: z.string().trim().min(1).max(MAX_EDITED).optional(),
    }),
    z.object({ url: z.string().nullable(), text: z.string().nullable() }),
  ),
  /**
   * Records what became of a given text in the window: it could not be copied or opened, or it was opened after
   * all.
   */
  'client-messages.outcome': command(
    z.object({
      about: clientSubjectSchema,
      choice,
      channel: z.enum(CLIENT_CHANNELS),
      result: z.enum(['ok', 'failed']),
    }),
    z.object({}),
  ),
  /** Records that the answer about a plate was copied from its own screen. */
  'client-messages.copied': command(z.object({ vrm: z.string().min(1).max(16) }), z.object({})),

  'client-texts.list': command(z.object({}), clientTextsSchema),
  /** `null`: the original again. Refused with `invalid-request` for a text that cannot be used. */
  'client-texts.save': command(
    z.object({ situation, text: z.string().max(MAX_TEMPLATE).nullable() }),
    clientTextsSchema,
  ),
} as const

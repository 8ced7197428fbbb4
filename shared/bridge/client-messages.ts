import * as z from 'zod'
import {
  MAX_EDITED,
  CLIENT_CHANNELS,
  RECIPIENT_KEYS,
  MAX_TEMPLATE,
  SITUATION_IDS,
  type SituationId,
} from '../domain/client-messages.ts'
import { doneActSchema, requestIds } from './client-requests.ts'
import { command } from './primitives.ts'

const id = z.string().min(1).max(200)
const situation = z.enum(SITUATION_IDS as [SituationId, ...SituationId[]])
const recipientKey = z.enum(RECIPIENT_KEYS)

/** Subject of a text for a client. The core reads all other data from its own store. */
const clientSubjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('procedure'), id }),
  z.object({ kind: z.literal('signature'), id }),
  z.object({ kind: z.literal('plate'), vrm: z.string().min(1).max(16) }),
  /** Open requests to one client. */
  z.object({ kind: z.literal('requests'), ids: requestIds }),
])
export type ClientSubject = z.infer<typeof clientSubjectSchema>

/** Person that the text may go to, with the text for that person. */
const clientMessageSchema = z.object({
  key: recipientKey,
  /** Roles of the same person. The client is often the buyer. */
  roles: z.array(recipientKey),
  name: z.string(),
  /** `null`: unknown. */
  email: z.string().nullable(),
  /** E.164. */
  phone: z.string().nullable(),
  /** Tax id, and id in the address book where the address is kept. '' and `null` if unknown. */
  taxId: z.string(),
  contactId: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  /** Text with names hidden, for a screen that others see. */
  hidden: z.string(),
  /** The text fits in the link of that channel. */
  fits: z.object({ email: z.boolean(), whatsapp: z.boolean() }),
  /** Changes whenever the text changes. `give` refuses an older revision. */
  revision: z.string(),
})
export type ClientMessage = z.infer<typeof clientMessageSchema>

const clientMessagesSchema = z.object({
  /** Texts that suit the subject, the most useful first. */
  choices: z.array(z.object({ key: z.string(), situation, title: z.string() })),
  /** Key of the shown text. */
  chosen: z.string(),
  /** True if the office's own text of this situation is unusable, so that the original is shown. */
  broken: z.boolean(),
  messages: z.array(clientMessageSchema).min(1),
  /** Things that giving the chosen text records as asked for, and as reminded (`client-requests`). */
  records: z.object({ asks: z.array(z.string()), reminds: z.array(z.string()) }),
})
export type ClientMessages = z.infer<typeof clientMessagesSchema>

/** The office's own texts by situation. */
const clientTextsSchema = z.object({ own: z.partialRecord(situation, z.string()) })

const choice = z.string().max(300)

/** Rows of the contract: texts for clients. Nothing is sent. A text is copied or opened in a program. */
export const clientMessageCommands = {
  /** @param choice a key of `choices`. Default, also for a missing key: the first */
  'client-messages.get': command(
    z.object({ about: clientSubjectSchema, choice: choice.optional() }),
    clientMessagesSchema,
  ),
  /**
   * Records that the text is given, and opens it in the mail program or WhatsApp by a link that the core builds.
   * Refused with `draft-changed` if the shown text was another.
   * `edited`: text as the user changed it. `url`: link for the window to open, if the host opens none. `text`: text
   * for the clipboard. `done`: what was recorded, for `client-requests.undo`.
   */
  'client-messages.give': command(
    z.object({
      about: clientSubjectSchema,
      choice,
      to: recipientKey,
      channel: z.enum(CLIENT_CHANNELS),
      revision: z.string().max(64),
      edited: z.string().trim().min(1).max(MAX_EDITED).optional(),
      /** Records what the text asks for. */
      record: z.boolean().default(false),
    }),
    z.object({ url: z.string().nullable(), text: z.string().nullable(), done: z.array(doneActSchema) }),
  ),
  /** Records the outcome of a given text in the window: it could not be copied or opened, or was opened later. */
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
  /** `null` restores the original. An unusable text is refused with `invalid-request`. */
  'client-texts.save': command(
    z.object({ situation, text: z.string().max(MAX_TEMPLATE).nullable() }),
    clientTextsSchema,
  ),
} as const

import * as z from 'zod'
import { isoDaySchema } from '#shared/bridge/deadlines.ts'
import {
  ACT_KINDS,
  REQUEST_CHANNELS,
  type RequestAct,
  type RequestActs,
} from '#shared/domain/client-requests.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** Act as stored and shared. */
const actSchema = z.object({
  kind: z.enum(ACT_KINDS),
  at: z.number(),
  person: z.string().optional(),
  day: isoDaySchema.optional(),
  channel: z.enum(REQUEST_CHANNELS).optional(),
  due: isoDaySchema.optional(),
  next: isoDaySchema.optional(),
  known: z.number().int().optional(),
  of: z.string().optional(),
})

/** @returns `null` for an act of another form, such as one of a later version */
export const parseAct = (value: unknown): RequestAct | null => actSchema.safeParse(value).data ?? null

/** Stored acts. Those of another form are left out. */
export const parseActs = (stored: string): RequestActs =>
  Object.fromEntries(
    Object.entries(recordIn(stored)).flatMap(([id, value]) => {
      const act = parseAct(value)
      return act ? [[id, act] as const] : []
    }),
  )

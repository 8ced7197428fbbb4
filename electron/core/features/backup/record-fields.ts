import * as z from 'zod'

export const text = z.string()
export const maybe = text.nullable()
export const time = z.number().nullable()
/** JSON text of this shape: an invalid one is rejected before it is in the store. */
export const json = (schema: z.ZodType) =>
  text.refine((stored) => {
    try {
      return schema.safeParse(JSON.parse(stored)).success
    } catch {
      return false
    }
  })
export const texts = z.record(z.string(), z.string())
export const object = z.record(z.string(), z.unknown())
export const flag = z.union([z.literal(0), z.literal(1)])

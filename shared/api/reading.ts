import * as z from 'zod'

/**
 * Tolerant reading of answers: lists are open, and a field that is missing or of another type becomes
 * `undefined` instead of failing the whole. The exact shapes (`…Wire`) are the responses of our own service.
 */

type Shape = Readonly<Record<string, z.ZodType>>
type Read<S extends Shape, R extends keyof S> = {
  -readonly [K in keyof S]: K extends R ? S[K] : z.ZodCatch<z.ZodOptional<S[K]>>
}

/** Tolerant schema of an exact shape. Only fields that every screen needs are `required`. */
export function reading<S extends Shape, R extends keyof S & string>(shape: S, required: readonly R[]) {
  const isRequired = new Set<string>(required)
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    isRequired.has(name) ? field : field.optional().catch(undefined),
  ])
  return z.looseObject(Object.fromEntries(fields) as Read<S, R>)
}

/** A list read item by item: unreadable items are left out and the rest stays. */
export const listOf = <S extends z.ZodType>(item: S) =>
  z.array(z.unknown()).transform((items): z.output<S>[] =>
    items.flatMap((each) => {
      const result = item.safeParse(each)
      return result.success ? [result.data] : []
    }),
  )

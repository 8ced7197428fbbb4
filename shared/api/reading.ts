import * as z from 'zod'

/**
 * How an answer is read: its lists are open, and a field that is missing or of another type becomes `undefined`
 * instead of failing the whole. The exact shapes (`…Wire`) are what our own service answers.
 */

type Shape = Readonly<Record<string, z.ZodType>>
type Read<S extends Shape, R extends keyof S> = {
  -readonly [K in keyof S]: K extends R ? S[K] : z.ZodCatch<z.ZodOptional<S[K]>>
}

/** The tolerant reading of an exact shape. Only what no screen can do without is `required`. */
export function reading<S extends Shape, R extends keyof S & string>(shape: S, required: readonly R[]) {
  const isRequired = new Set<string>(required)
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    isRequired.has(name) ? field : field.optional().catch(undefined),
  ])
  return z.looseObject(Object.fromEntries(fields) as Read<S, R>)
}

/** A list read item by item: what cannot be read is left out and the rest stays. */
export const listOf = <S extends z.ZodType>(item: S) =>
  z.array(z.unknown()).transform((items): z.output<S>[] =>
    items.flatMap((each) => {
      const result = item.safeParse(each)
      return result.success ? [result.data] : []
    }),
  )

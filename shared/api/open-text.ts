import * as z from 'zod'

/**
 * A text of an open list: any value is one, and the known ones are in the schema, so that what is generated from it
 * knows their names. `x-extensible-enum` is what validators and generators call such a list.
 */
export const openText = (known: readonly string[]) =>
  z
    .string()
    .min(1)
    .meta({ 'x-extensible-enum': [...known], examples: known.slice(0, 1) })

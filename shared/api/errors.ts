import * as z from 'zod'

/** The 401 body is the only error body that the specification gives. */
export const UNAUTHORIZED_BODY = { statusCode: 401, message: 'Unauthorized' } as const

/**
 * Every other error body. The specification does not show one: this is our service's format, and the client
 * reads it tolerantly (assumptions.ts, `errorBody`).
 */
export const errorBodySchema = z.object({
  statusCode: z.number().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  details: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .optional()
    .catch(undefined),
})

import * as z from 'zod'
import { EMAIL, MAX_EMAIL } from '../domain/email.ts'

/** An e-mail address in a body, with the application's own check. */
export const emailField = z.string().max(MAX_EMAIL).regex(EMAIL, 'Not an e-mail address.')

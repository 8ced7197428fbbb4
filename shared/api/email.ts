import * as z from 'zod'
import { EMAIL, MAX_EMAIL } from '../domain/email.ts'

/** An e-mail address in a body: what the application's own check takes, and nothing else. */
export const emailField = z.string().max(MAX_EMAIL).regex(EMAIL, 'Not an e-mail address.')

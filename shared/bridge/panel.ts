import * as z from 'zod'
import { command, none } from './primitives.ts'

/** Plates of the clipboard when the panel opened, and the text around the only one; `null` without any. */
export const clipboardPlatesSchema = z
  .object({ vrms: z.array(z.string().max(16)), excerpt: z.string().max(80) })
  .nullable()
export type ClipboardPlates = z.infer<typeof clipboardPlatesSchema>

export const panelShownSchema = z.object({ clipboard: clipboardPlatesSchema })

/** Rows of the contract: the quick-lookup panel, where it is a window of the host's own. */
export const panelCommands = {
  /** Hides it; the previous program has the focus again. `closed: false`: it is a page, which closes itself. */
  'panel.close': command(none, z.object({ closed: z.boolean() })),
  /** Height of its content, in CSS pixels. */
  'panel.resize': command(z.object({ height: z.number().int().min(1).max(2_000) }), none),
} as const

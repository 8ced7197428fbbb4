import * as z from 'zod'
import { isStorableAccelerator, REFUSALS } from '../domain/accelerator.ts'
import { command, none } from './primitives.ts'

/** Key combination in Electron's notation, allowed by the rules of `accelerator.ts`. */
export const acceleratorSchema = z.string().max(64).refine(isStorableAccelerator)
const testId = z.string().min(1).max(64)

/**
 * State of the shortcut. `unsupported`: this host has no shortcuts. `unproven`: the system accepted it and does not
 * say whether presses arrive (Wayland). `taken`: another program has it. `refused`: the rules or the system do not
 * allow it here.
 */
export const globalShortcutSchema = z.enum([
  'unsupported',
  'off',
  'registered',
  'unproven',
  'taken',
  'refused',
])
export type GlobalShortcut = z.infer<typeof globalShortcutSchema>

/** Rows of the contract: the shortcut of quick lookup. */
export const quickLookupCommands = {
  /**
   * Registers and stores a shortcut. If the registration fails, nothing changes: `state` describes the new shortcut,
   * and `shortcut` is the one in force.
   */
  'quick-lookup.shortcut': command(
    z.object({ shortcut: z.string().max(64).nullable() }),
    z.object({
      state: globalShortcutSchema,
      refusal: z.enum(REFUSALS).optional(),
      shortcut: acceleratorSchema.nullable(),
    }),
  ),
  /** Waits for a press of the shortcut. Meanwhile a press does not open the panel. */
  'quick-lookup.test': command(z.object({ id: testId }), z.object({ arrived: z.boolean() })),
  'quick-lookup.stop-test': command(z.object({ id: testId }), none),
} as const

/** Plates of the clipboard when the panel opened, with the text around a single plate. `null` without any. */
export const clipboardPlatesSchema = z
  .object({ vrms: z.array(z.string().max(16)), excerpt: z.string().max(80) })
  .nullable()
export type ClipboardPlates = z.infer<typeof clipboardPlatesSchema>

export const panelShownSchema = z.object({ clipboard: clipboardPlatesSchema })

/** Rows of the contract: the quick-lookup panel, where the host has a window for it. */
export const panelCommands = {
  /**
   * Hides the panel, and the previous program gets the focus. `closed: false`: the panel is a page, which closes
   * itself.
   */
  'panel.close': command(none, z.object({ closed: z.boolean() })),
  /** Sets the height of the content in CSS pixels. */
  'panel.resize': command(z.object({ height: z.number().int().min(1).max(2_000) }), none),
} as const

import * as z from 'zod'
import { isStorableAccelerator, REFUSALS } from '../domain/accelerator.ts'
import { command, none } from './primitives.ts'

/** Electron's string for a key combination that the rules of `accelerator.ts` allow. */
const accelerator = z.string().max(64).refine(isStorableAccelerator)
const testId = z.string().min(1).max(64)

/** Settings of quick lookup. */
export const quickLookupSettingsSchema = z.object({
  /** Combination that opens it from any program; `null` without one. */
  shortcut: accelerator.nullable(),
  /** Offers the plate in the clipboard, which is read when the panel opens and never otherwise. */
  readClipboard: z.boolean(),
})

/**
 * State of the shortcut in the settings. `unsupported`: this host has none; `unproven`: the system accepted it
 * and does not say whether its presses will arrive (Wayland); `taken`: another program has it; `refused`: the
 * rules or the system do not allow it here.
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
   * Registers and stores a combination. One that cannot be registered changes nothing: `state` is then about
   * the new one, and `shortcut` is the one that holds.
   */
  'quick-lookup.shortcut': command(
    z.object({ shortcut: z.string().max(64).nullable() }),
    z.object({
      state: globalShortcutSchema,
      refusal: z.enum(REFUSALS).optional(),
      shortcut: accelerator.nullable(),
    }),
  ),
  /** Waits for the shortcut to be pressed. Meanwhile a press does not open the panel. */
  'quick-lookup.test': command(z.object({ id: testId }), z.object({ arrived: z.boolean() })),
  'quick-lookup.stop-test': command(z.object({ id: testId }), none),
} as const

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

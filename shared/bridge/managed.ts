import { z } from 'zod'

/** How this PC gets new versions: what an administrator may set. Absent: the application's own default. */
export const managedUpdatesSchema = z.object({
  /** `off`: none is looked for. `ask`: a person says when. `automatic`: at the next start. */
  mode: z.enum(['automatic', 'ask', 'off']).optional(),
  /** Address of the directory that holds the feed; https, or loopback for trials. */
  feed: z.string().max(2_000).optional(),
  channel: z.enum(['stable', 'beta']).optional(),
})
export type ManagedUpdates = z.infer<typeof managedUpdatesSchema>

import * as z from 'zod'
import { paceBody, paceSchema } from '../api/pace.ts'
import { command } from './primitives.ts'
import { simulationSchema } from './service-documents.ts'

const none = z.object({})

/** Commands of the Simulador: the operator's actions, simulated. */
export const simulatorCommands = {
  /** `available`: this account has a Simulador, never in Producción. `pace`: its service goes on by itself. */
  'simulator.abilities': command(none, z.object({ available: z.boolean(), pace: z.boolean() })),
  'simulator.act': command(
    z.object({ procedureId: z.string().min(1).max(200), simulation: simulationSchema }),
    none,
  ),
  /** Pace of the demonstration; refused with `no-simulator` anywhere else. */
  'simulator.pace': command(none, paceSchema),
  'simulator.set-pace': command(paceBody, paceSchema),
  /** Makes the next thing of the demonstration happen now. */
  'simulator.step': command(none, paceSchema),
} as const

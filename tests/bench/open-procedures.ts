import { startFaultService } from '#tests/fakes/fault-service.ts'
import { createProcedures } from '#tests/fakes/procedures.ts'
import { plateAt } from './seed.ts'

/** Service with a given number of open procedures, as a process of its own: its CPU is not the product's. */
const procedures = createProcedures()
for (let index = 0; index < Number(process.argv[2]); index++)
  procedures.set(`p${index}`, 'PENDING', { vrm: plateAt(index) })
const service = await startFaultService(procedures.respond)
// Replies with the time of each request.
process.on('message', () => process.send?.({ times: service.seen.map(({ at }) => at) }))
process.on('disconnect', () => process.exit())
process.send?.({ url: service.url })

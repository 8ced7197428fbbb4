import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { SAMPLE_DOCUMENTS_PATH, SCENARIO_STEP_PATH, scenarioStepBody } from '#shared/api/development.ts'
import { INPUT_DOCUMENT_TYPES } from '#shared/domain/vocabulary.ts'
import { inputDocumentLabels } from '#shared/text/labels.ts'
import type { ServiceContext } from '../../context.ts'
import { readBody } from '../../http/body.ts'
import { notFound } from '../../http/errors.ts'
import { bufferContent, sendFile } from '../../http/send-file.ts'
import { renderPdf } from '../../pdf/render.ts'
import type { ScenarioStep } from './scenario.ts'

export interface ScenarioRoutesDeps {
  take: (account: string, body: z.output<typeof scenarioStepBody>) => ScenarioStep
  /** Moves the virtual clock ahead to a time, and runs what falls due. */
  advanceTo: (ms: number) => Promise<void>
}

const documentType = z.enum(INPUT_DOCUMENT_TYPES)

/** Steps of training scenarios, and sample documents to attach. */
export function addScenarioRoutes(
  app: FastifyInstance,
  { write, accountOf, clock }: ServiceContext,
  { take, advanceTo }: ScenarioRoutesDeps,
): void {
  app.post(SCENARIO_STEP_PATH, async (request, reply) => {
    const body = readBody(scenarioStepBody, request, reply)
    const { answer, untilMs } = await write(() => take(accountOf(request), body))
    await advanceTo(untilMs)
    return answer
  })

  app.get<{ Params: { type: string } }>(`${SAMPLE_DOCUMENTS_PATH}/:type`, async (request, reply) => {
    const type = documentType.safeParse(request.params.type)
    if (!type.success) throw notFound()
    const pdf = await renderPdf({
      title: inputDocumentLabels[type.data],
      subtitle: 'Para probar: no es de nadie',
      madeMs: clock.now(),
      parts: [
        {
          heading: 'Documento de muestra',
          text: 'Sirve para añadirlo a un expediente de la demostración. No tiene datos de ninguna persona.',
        },
      ],
    })
    return sendFile(request, reply, bufferContent('application/pdf', `${type.data}.pdf`, pdf))
  })
}

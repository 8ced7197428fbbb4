import { afterAll, expect, test } from 'vitest'
import { completeReports, LINK_TOKEN } from '#tests/fakes/complete-service.ts'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { startWithBrowsers } from './extension-fixture.ts'

afterAll(removeTemporaryDirectories)

/** Everything that a report may say of a person, a document or this PC. */
const PERSONAL = {
  owner: 'Remedios Quintanilla Oropesa',
  taxId: '48812345Z',
  address: 'Calle de la Encina 14, 3.º B, 41003 Sevilla',
  email: 'remedios.quintanilla@correo.example',
  phone: '612345678',
  vin: 'VSSZZZ5FZHR000417',
  authority: 'Juzgado de Primera Instancia n.º 7 de Dos Hermanas',
  file: 'EXP-2026-000777',
  concept: 'Embargo a favor de Ignacio Villalobos Rey',
  reportId: 'rep-of-remedios',
}

test('of a report full of personal data, none of it crosses, and its findings only in the text to copy', async () => {
  const reports = completeReports({
    prefix: PERSONAL.reportId,
    result: () => ({
      transferabilityStatus: 'not_transferable',
      registryExtractedData: {
        vrm: '1234BCD',
        brand: 'SEAT',
        model: 'León',
        firstRegistrationDate: '14/03/2018',
        vin: PERSONAL.vin,
        owner: { name: PERSONAL.owner, taxId: PERSONAL.taxId, address: PERSONAL.address },
        ownerName: PERSONAL.owner,
        contact: [PERSONAL.email, PERSONAL.phone],
      },
      issues: [
        {
          conceptType: 'seizure',
          concept: PERSONAL.concept,
          description: `${PERSONAL.owner}, ${PERSONAL.taxId}`,
          authority: PERSONAL.authority,
          date: '2026-01-02',
          file: PERSONAL.file,
        },
      ],
    }),
  })
  const service = await startFaultService(reports)
  const core = await startWithBrowsers(service.url)
  try {
    await core.value('lookup.start', { vrm: '1234BCD' })
    await core.until('1234BCD', ({ latest, pending }) => latest !== null && pending === null)
    await core.value('complete.request', { vrm: '1234BCD', confirmed: true })
    await core.untilComplete('1234BCD', ({ latest }) => latest !== null)
    // It is in the application.
    expect(JSON.stringify(await core.value('complete.get', { vrm: '1234BCD' }))).toContain(PERSONAL.authority)

    const browser = await core.approved()
    await browser.value('lookup.get', { vrms: ['1234BCD'] })
    await browser.value('lookup.recent', { limit: 10 })
    await browser.value('lookup.start', { vrm: '1234BCD' })
    await browser.value('batch.start', { id: 'page', vrms: ['1234BCD', '5678FGH'] })
    await waitUntil(
      () => browser.value('batch.get', { id: 'page' }),
      ({ state }) => state === 'done',
    )
    await waitUntil(
      () => browser.payloads('verdicts').flatMap(({ rows }) => rows),
      (rows) => rows.some(({ vrm, outcome }) => vrm === '5678FGH' && outcome !== null),
    )
    const { text } = await browser.value('answer.get', { vrm: '1234BCD' })
    expect(text).toContain('1234 BCD (SEAT León): ahora no se puede transferir')
    expect(text).toContain(PERSONAL.authority)

    const { authority, ...personal } = PERSONAL
    const all = browser.heard.join('\n')
    const others = browser.heard.filter((line) => !line.includes(JSON.stringify(text))).join('\n')
    expect(others).toContain('not_transferable')
    expect(others).not.toContain(authority)
    for (const secret of [...Object.values(personal), LINK_TOKEN, service.url, core.dataDir])
      expect(all).not.toContain(secret)
    // Each part of a name too.
    for (const word of PERSONAL.owner.split(' ')) expect(all).not.toContain(word)
  } finally {
    await core.end()
    await service.close()
  }
})

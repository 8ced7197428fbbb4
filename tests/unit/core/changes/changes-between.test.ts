import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeAlerts,
  DAY_MS,
  type AlertCandidate,
  isActionable,
} from '#electron/core/features/changes/alerts.rules.ts'
import { toCanonicalBody, computeRevision } from '#electron/core/features/changes/resource.rules.ts'
import { diffResources } from '#electron/core/features/changes/changes-between.rules.ts'
import { parseResourceEvent } from '#electron/core/features/changes/events.rules.ts'

const NOW = Date.parse('2026-11-20T13:05:00.000Z')

describe('a revision', () => {
  test('is the same whatever the order, the links and the tokens', () => {
    const one = {
      id: 'p',
      status: 'DONE',
      documents: [{ id: 'd', downloadUrl: 'https://a/1?token=1' }],
      webUrl: 'x',
    }
    const other = {
      webUrl: 'y',
      documents: [{ downloadUrl: 'https://a/2?token=2', id: 'd' }],
      status: 'DONE',
      id: 'p',
    }
    expect(computeRevision(toCanonicalBody(one))).toBe(computeRevision(toCanonicalBody(other)))
    expect(computeRevision(toCanonicalBody({ ...one, status: 'PENDING' }))).not.toBe(
      computeRevision(toCanonicalBody(one)),
    )
  })

  test('a kept body never holds a link, wherever it hides', () => {
    fc.assert(
      fc.property(
        fc.object({ values: [fc.constant('https://x.es/?token=1'), fc.string(), fc.integer()] }),
        (body) => {
          expect(JSON.stringify(Object.values(toCanonicalBody({ body })))).not.toContain('https://x.es')
        },
      ),
    )
  })
})

describe('what happened between two looks', () => {
  const before = {
    id: 'p',
    status: 'PENDING',
    vehicle: { vin: 'V', vrm: null },
    generatedDocuments: [{ id: 'd1' }],
    incidents: [{ id: 'i1', solved: false }, { id: 'i2' }],
  }
  const events = (after: Record<string, unknown>, from: Record<string, unknown> | null = before) =>
    diffResources('procedure', from, after, NOW).map(({ event, status, detail }) =>
      [event, status, detail['vrm'] ?? detail['documentId'] ?? detail['incidentId']]
        .filter(Boolean)
        .join(' '),
    )

  test('the state, the plate, new papers, incidents that came, were solved or were withdrawn', () => {
    const after = {
      id: 'p',
      status: 'DONE',
      vehicle: { vin: 'V', vrm: '1234BCD' },
      generatedDocuments: [{ id: 'd1' }, { id: 'd2', type: 'submission_proof' }],
      incidents: [
        { id: 'i1', solved: true },
        { id: 'i3', type: 'seizure', level: 'blocker' },
      ],
    }
    expect(events(after)).toEqual([
      'procedure.status_changed DONE',
      'procedure.plate_assigned 1234BCD',
      'procedure.incident.solved i1',
      'procedure.incident.added i3',
      'procedure.incident.removed i2',
      'procedure.document.added d2',
    ])
    expect(events(after, null)).toEqual(['procedure.status_changed DONE'])
    expect(events(before)).toEqual(['procedure.status_changed PENDING'])
  })

  test('a list that is missing took nothing away', () => {
    expect(events({ id: 'p', status: 'PENDING' })).toEqual(['procedure.status_changed PENDING'])
  })

  test('times are never in the future, and garbage is not a time', () => {
    const at = (updatedAt: unknown) =>
      diffResources('procedure', null, { id: 'p', status: 'X', updatedAt }, NOW)[0]
    expect(at('2026-11-20T13:00:00.000Z')).toMatchObject({ at: NOW - 300_000, serverAt: NOW - 300_000 })
    expect(at('2026-11-20T13:07:00.000Z')).toMatchObject({ at: NOW, serverAt: NOW + 120_000 })
    for (const garbage of ['9999-01-01T00:00:00.000Z', 'soon', 7, null, undefined])
      expect(at(garbage)).toMatchObject({ at: NOW, serverAt: null })
  })
})

test('what is an event, of whatever name; two deliveries of one have the same key', () => {
  const data = {
    id: 'x',
    path: '/v1/x',
    timestamp: '2026-11-20T13:00:00.000Z',
    downloadUrl: 'https://secret',
  }
  const one = parseResourceEvent({ event: 'procedure.document.added', data }, NOW)
  const again = parseResourceEvent(
    { event: 'procedure.document.added', data: { ...data, downloadUrl: 'https://other' } },
    NOW + 9,
  )
  expect(one).toMatchObject({
    kind: 'procedure',
    id: 'x',
    sourceEvent: { at: NOW - 300_000, source: 'relay' },
  })
  expect(again?.sourceEvent.key).toBe(one?.sourceEvent.key)
  expect(JSON.stringify(one)).not.toContain('secret')
  const kinds = ['signature.x', 'report.y', 'energy_saving_certificate.z', 'moon'].map(
    (event) => parseResourceEvent({ event, data }, NOW)?.kind,
  )
  expect(kinds).toEqual(['signature', 'report', 'certificate', 'other'])
  fc.assert(fc.property(fc.anything(), (raw) => void parseResourceEvent(raw, NOW)))
})

test.each([
  ['procedure.status_changed', 'BLOCKED', {}, true],
  ['procedure.status_changed', 'ON_HOLD', {}, false],
  ['procedure.incident.added', undefined, { level: 'hold' }, false],
  ['procedure.incident.added', undefined, { incidentType: 'registry-rejected' }, false],
  ['procedure.incident.added', undefined, { incidentType: 'never-seen' }, true],
  ['signature.status_changed', 'rejected', {}, true],
  ['signature.status_changed', 'signed', {}, false],
  ['alert.inactive', undefined, {}, true],
] as const)('%s %s %j waits for this desk: %s', (event, status, detail, mine) => {
  expect(isActionable({ event, ...(status !== undefined && { status }), detail })).toBe(mine)
})

describe('alerts', () => {
  const days = { incident: 15, provisional: 28, signature: 7 }
  const blocked: AlertCandidate = {
    kind: 'procedure',
    id: 'p',
    status: 'BLOCKED',
    since: NOW - 15 * DAY_MS,
    provisionalAt: null,
  }
  const told = (change: Partial<AlertCandidate>, now = NOW, set = days) =>
    computeAlerts({ ...blocked, ...change }, set, now).map(
      ({ event, detail }) => `${event} ${detail['about']} ${detail['days']}`,
    )

  test('an incident of fifteen days, a provisional permit of twenty-eight, a signature that waits', () => {
    expect(told({})).toEqual(['alert.inactive incident 15'])
    expect(told({ since: NOW - 14.9 * DAY_MS })).toEqual([])
    expect(told({ status: 'DONE', provisionalAt: NOW - 28 * DAY_MS })).toEqual([
      'alert.deadline provisional 28',
    ])
    expect(told({ status: 'DELIVERED_TO_CLIENT', provisionalAt: NOW - 28 * DAY_MS })).toEqual([])
    expect(told({ kind: 'signature', status: 'sent' })).toEqual(['alert.inactive signature 15'])
    expect(told({ kind: 'signature', status: 'signed' })).toEqual([])
  })

  test('nothing in the future, and nothing that is turned off', () => {
    expect(told({ since: NOW + DAY_MS })).toEqual([])
    expect(told({}, NOW, { ...days, incident: 0 })).toEqual([])
  })

  test('one key for each period, so that each comes once', () => {
    const keyAt = (day: number) => computeAlerts(blocked, days, blocked.since + day * DAY_MS)[0]?.key
    expect(keyAt(15)).toBe(keyAt(29.9))
    expect(keyAt(30)).not.toBe(keyAt(29.9))
  })
})

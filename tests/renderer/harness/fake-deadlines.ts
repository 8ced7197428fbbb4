import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { CalendarFile } from '#shared/bridge/deadlines.ts'
import { appError, type Result } from '#shared/bridge/result.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import {
  limitEnd,
  findDayAfter,
  type DeadlineMaterial,
  computeDeadlines,
  filterBetween,
  filterOverdue,
} from '#electron/core/features/deadlines/deadlines.rules.ts'
import type { FakeBridge } from './fake-bridge.ts'

/** Dated things, in memory, and the calendar file of them. */
export interface DeadlineScene {
  material: DeadlineMaterial
  file?: CalendarFile
  /** Rows of the past that fit. */
  most?: number
}

const NOTHING: DeadlineMaterial = { legal: [], provisional: [], signatures: [], requests: [], snoozed: [] }
const OFF: CalendarFile = { folder: '', path: null, writtenAt: null, failed: false, leaving: false }
const MAX_OVERDUE = 200

/** Answers about dated entries, with the core's own rules. `null`: another command. */
export function answerDeadlines(
  bridge: FakeBridge,
  name: CommandName,
  args: Record<string, never>,
  now: number,
): Result<unknown> | null {
  const { scene } = bridge
  const { days, private: isPrivate } = scene.slices.notificationSettings
  const held = (scene.deadlines ??= { material: NOTHING })
  switch (name) {
    case 'deadlines.list': {
      const { from, to } = args as unknown as CommandArgs<'deadlines.list'>
      const entries = computeDeadlines(held.material, {
        now,
        days,
        hidesNames: scene.slices.settings.hideNames,
      })
      const overdue = filterOverdue(entries)
      const end = limitEnd(from, to)
      return {
        ok: true,
        value: {
          today: isoDay(now),
          entries: filterBetween(entries, from, end),
          total: entries.length,
          next: findDayAfter(entries, end),
          overdue: overdue.slice(0, held.most ?? MAX_OVERDUE),
          overdueTotal: overdue.length,
          private: isPrivate,
        },
      }
    }
    case 'deadlines.calendar':
      return { ok: true, value: held.file ?? OFF }
    case 'deadlines.publish': {
      const { folder } = args as unknown as CommandArgs<'deadlines.publish'>
      if (folder.includes('prohibida')) return { ok: false, error: appError('calendar-folder') }
      held.file =
        folder === ''
          ? OFF
          : {
              folder,
              path: `${folder}/ventanilla-plazos-2a97516c.ics`,
              writtenAt: now,
              failed: false,
              leaving: false,
            }
      return { ok: true, value: held.file }
    }
    default:
      return null
  }
}

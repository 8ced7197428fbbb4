import type { AlarmKind } from '#shared/api/relay-alarm.ts'
import type { AlarmWrite, NewAlarmMessage } from '../writes.ts'
import type { Session } from './database.ts'
import type { WritesOver } from './session-writes.ts'

/**
 * Writes of the alarm. Its state and the messages about it are one transaction, and a message counts as attempted
 * before it is sent: a relay that is killed sends it again, under the same id, and never forgets it.
 */
export function alarmWrites(session: Session): WritesOver<AlarmWrite> {
  const run = async (text: string, values: readonly (string | number | null)[]): Promise<null> => {
    await session.query({ text, values })
    return null
  }
  const withdraw = (officeId: number, now: number) =>
    run(
      `UPDATE alarm_message SET next_ms = NULL, ended_ms = $2, outcome = 'withdrawn'
       WHERE office_id = $1 AND ended_ms IS NULL AND kind IN ('unattended', 'attended')`,
      [officeId, now],
    )
  async function addAll(officeId: number, messages: readonly NewAlarmMessage[], now: number): Promise<void> {
    for (const { id, channel, kind, body } of messages)
      await run(
        `INSERT INTO alarm_message (id, office_id, channel, kind, body, made_ms, next_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $6)`,
        [id, officeId, channel, kind, body, now],
      )
  }
  /** An attempt without a result may have arrived: the relay was killed while it was sending. */
  async function lastTold(officeId: number, channel: string): Promise<AlarmKind | null> {
    const [row] = await session.query<{ kind: AlarmKind }>({
      text: `SELECT kind FROM alarm_message WHERE office_id = $1 AND channel = $2
          AND kind IN ('unattended', 'attended') AND (outcome = 'sent' OR (ended_ms IS NULL AND attempts > 0 AND detail IS NULL))
        ORDER BY made_ms DESC, ordinal DESC LIMIT 1`,
      values: [officeId, channel],
    })
    return row?.kind ?? null
  }

  return {
    async raiseAlarm({ officeId, now, messages }) {
      const raised = await session.query({
        text: 'INSERT INTO alarm (office_id, raised_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING office_id',
        values: [officeId, now],
      })
      if (raised.length === 0) return null
      await withdraw(officeId, now)
      await addAll(officeId, messages, now)
      return null
    },

    async endAlarm({ officeId, now, messages }) {
      const ended = await session.query({
        text: 'DELETE FROM alarm WHERE office_id = $1 RETURNING office_id',
        values: [officeId],
      })
      if (ended.length === 0) return null
      const wanted: NewAlarmMessage[] = []
      for (const message of messages)
        if ((await lastTold(officeId, message.channel)) === 'unattended') wanted.push(message)
      await withdraw(officeId, now)
      await addAll(officeId, wanted, now)
      return null
    },

    async addMessages({ officeId, now, messages }) {
      await addAll(officeId, messages, now)
      return null
    },

    startMessage: ({ id, nextMs }) =>
      run('UPDATE alarm_message SET attempts = attempts + 1, next_ms = $2, detail = NULL WHERE id = $1', [
        id,
        nextMs,
      ]),
    failMessage: ({ id, detail }) => run('UPDATE alarm_message SET detail = $2 WHERE id = $1', [id, detail]),
    endMessage: ({ id, now, outcome, detail }) =>
      run('UPDATE alarm_message SET next_ms = NULL, ended_ms = $2, outcome = $3, detail = $4 WHERE id = $1', [
        id,
        now,
        outcome,
        detail,
      ]),
  }
}

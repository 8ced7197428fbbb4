import { plateInOfficeText as text } from '#shared/text/verdict.ts'
import { lineWhen } from '#shared/text/resources.ts'
import { Rows } from '../../design/rows.tsx'
import { Sign } from '../../design/sign.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import { useNow, useQuery, useSlice } from '../../replica/use-replica.ts'
import { useKeyHint, useLetters } from '../../app/key-hints.tsx'
import { openRoute } from '../../app/route.ts'
import { Section } from '../../app/page.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { type OfficeRow, officeRows } from './office-rows.ts'
import './lookup.css'

/** The office's cases, drafts, signatures and earlier verdicts for a plate. The section is absent without any. */
export function OfficeSection({ vrm }: { vrm: string }) {
  const { data, error } = useQuery('cases.of-plate', { vrm })
  const letters = useLetters()
  const hint = useKeyHint()
  const hidesNames = useHidesNames()
  // A draft in its undo time counts its seconds.
  const now = useNow(data?.drafts.some(({ state }) => state === 'leaving') ? 1_000 : 60_000)
  const connection = useSlice('connection')?.state
  if (!data) return error ? <p className="small muted">{text.failed}</p> : null
  const online = connection === 'online' || connection === 'idle'
  const rows = officeRows(data, { now, online, hidesNames })
  if (rows.length === 0) return null
  const unlisted = data.total - data.procedures.length
  return (
    <Section
      title={text.title}
      aside={
        <>
          {unlisted > 0 && `${text.more(unlisted)} · `}
          {text.goWith} {hint('verdict.office').shortcut}
        </>
      }
    >
      <Rows label={text.title} kind="ruled" letters={letters}>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className="row office-row"
              data-office-row
              onClick={() => openRoute(row.route)}
            >
              <OfficeState row={row} />
              <span className="office-row__words">
                <span className="clip" title={row.what}>
                  {row.what}
                </span>
                {row.more !== '' && (
                  <span className="second clip" title={row.more}>
                    {row.more}
                  </span>
                )}
              </span>
              {row.at !== null && (
                <span className="row__end muted tiny figures">{lineWhen(row.at, now)}</span>
              )}
            </button>
          </li>
        ))}
      </Rows>
    </Section>
  )
}

function OfficeState({ row: { glyph, state } }: { row: OfficeRow }) {
  if ('state' in glyph)
    return (
      <span className="office-row__state">
        <StateWord state={glyph.state} label={state} />
      </span>
    )
  return (
    <span className="office-row__state office-row__verdict">
      <Sign kind={glyph.sign} />
      <span className="clip" title={state}>
        {state}
      </span>
    </span>
  )
}

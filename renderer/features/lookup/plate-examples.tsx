import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { lookupText as text, seriesLabels } from '#shared/text/lookup.ts'
import { Plate } from '../../design/plate.tsx'
import { Section } from '../frame/page.tsx'

const EXAMPLES: readonly { vrm: string; also: string }[] = [
  { vrm: '5519KZP', also: '5519kzp · 5519-KZP' },
  { vrm: 'C4821BXN', also: 'C4821BXN' },
  { vrm: 'M1234AB', also: 'm1234ab · M 1234 AB' },
  { vrm: 'R3308BDF', also: 'r 3308 bdf' },
  { vrm: 'E0001BBB', also: 'E0001BBB' },
  { vrm: 'P0079BDP', also: 'P0079BDP 1XGK79 VOLVO XC60' },
]

/** Example of each plate series, for comparison with a plate that was not recognised. */
export function PlateExamples() {
  return (
    <Section title={text.howPlatesLook}>
      <table className="plate-table">
        <thead>
          <tr>
            <th scope="col">{text.plateColumn}</th>
            <th scope="col">{text.seriesColumn}</th>
            <th scope="col">{text.alsoWrite}</th>
          </tr>
        </thead>
        <tbody>
          {EXAMPLES.map(({ vrm, also }) => {
            const plate = classifyPlate(vrm)
            return (
              <tr key={vrm}>
                <td>
                  <Plate vrm={vrm} size="s" />
                </td>
                <td>{plate && seriesLabels[plate.series]}</td>
                <td className="second">{also}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}

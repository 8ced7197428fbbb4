import { schedules } from '../webhooks/schedules.ts'

/** Output of `--help`. service/README.md has the details. */
export const USAGE = `npm run service -- [options]

  --port=4010                   0 for a free one
  --host=127.0.0.1              a loopback address
  --data-dir=DIR                in memory without it
  --mode=development            or production: no test endpoints, no sentinels, no /_dev
  --report-delay-ms=600         how long the registry takes
  --signature-delay-ms=1000     from submission to a sentinel's final state
  --download-ttl-s=300          life of downloadUrl and reportUrl
  --retry-profile=default       ${Object.keys(schedules).join(', ')}
  --autoplay[=SPEED]            submitted procedures go on by themselves
  --webhook-hosts=a,b           hosts outside this machine that events may go to
  --subscriptions=FILE          subscriptions to register at the start
  --assumptions=FILE            what differs from shared/api/service-assumptions.ts
  --seed=TEXT                   the same ids in the same order
  --version                     which version this is

Keys: SERVICE_API_KEYS="key=B12345674,…"; without it one is made and printed.
`

/** Output of `--help`. README.md has the details. */
export const USAGE = `npm run relay -- [command] [options]

  (none)          runs the relay
  init NAME       makes an office and prints its secrets, once
  pair            makes a code for a PC of the office, and asks whether the words are the same
  devices         the PCs of the office
  revoke ID       ends one of them
  rotate          a new secret for the header; the former one is good for 7 more days
  status          where the office's list stands, and what the operator is given

  --data-dir=DIR          where it keeps its data; all commands need the same
  --port=4020             0 for a free one
  --host=127.0.0.1        an address of this machine
  --ops-port=0            loopback: /livez, /readyz, /metrics
  --public-url=URL        address that the operator reaches it at
  --inbox-rate=200        events per second of one office; 0 for no limit
  --min-free-mb=512       less room on the disk, and events are refused for a while
  --office=NAME           for a command, when there are several offices
  --admin                 with pair: the PC may administer the office
  --observe               with init: events are taken without the header too
  --json                  with a command: one line of JSON

RELAY_OFFICE={"name","adminToken","inboxKey","header":{"name","value"},"device"?:{"id","name","token"}} makes or keeps that office at the start.
`

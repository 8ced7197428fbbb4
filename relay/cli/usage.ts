/** Output of `--help`. docs/relay/operate.md has the details. */
export const USAGE = `npm run relay -- [command] [options]

  (none)          runs the relay
  init NAME       makes an office and prints its secrets, once
  pair            makes a code for a PC of the office, and asks whether the words are the same
  devices         the PCs of the office
  revoke ID       ends one of them
  rotate          a new secret for the header; the former one is good for 7 more days
  enforce         the header is required from now on, after init --observe
  alarm           whom it tells when events wait and no PC listens
  receipts        which PC confirmed which event and when
  quarantine      bodies of the last seven days that could not be read, which no PC has seen
  export FILE     writes an office into a file, for import at another relay; on a stopped relay, which it leaves
  import FILE     adds the office of that file to this relay, which is stopped
  new-key FILE    makes the key that the nodes of one database share
  new-epoch       says that an older copy of the database was put back; with the nodes stopped
  doctor          looks at what the relay needs, and says what is wrong and what to do
  status          where the office's list stands, and what the operator is given

  --data-dir=DIR          where it keeps its data; all commands need the same
  --database=URL          several nodes over PostgreSQL 15: postgres://relay@db.example.com/relay, or
                          RELAY_DATABASE, where other users do not see a password
  --key-file=FILE         with a database: what its secrets are sealed with; the same for all nodes
  --database-connections=6  that this node holds at most: one hears the others, two are for events
  --port=4020             0 for a free one
  --host=127.0.0.1        an address of this machine
  --ops-port=0            loopback: /livez, /readyz, /metrics
  --public-url=URL        address that the operator reaches it at
  --trust-proxy=ADDRESSES addresses or networks of the proxy in front, when it is not on this machine
  --alarm-networks=ADDRESSES  addresses or networks of this machine or beside it that webhooks of the
                          alarm may be in, such as 127.0.0.1
  --inbox-rate=200        events per second of one office; 0 for no limit
  --min-free-mb=512       less room on the disk, and events are refused for a while
  --office=NAME           for a command, when there are several offices
  --admin                 with pair: the PC may administer the office
  --observe               with init: events are taken without the header too
  --abandon-move          with export: an older version was moving the office, and the other relay does not have it
  --mail-from=ADDRESS     sender of its mail; RELAY_SMTP has the server
  --after-hours=4         with alarm: hours until it is raised, Monday to Friday from 8 to 20
  --all-hours             with alarm: nights and weekends count too; --no-all-hours
  --mail=ADDRESS          with alarm: gets a mail; may be repeated
  --webhook=URL           with alarm: gets a POST
  --off                   with alarm: tells no one
  --test                  with alarm: sends a test message
  --json                  with a command: one line of JSON
  --version               which version this is

RELAY_OFFICE={"name","adminToken","inboxKey","header":{"name","value"},"device"?:{"id","name","token"}} makes or keeps that office at the start.
RELAY_SMTP=smtps://user:password@smtp.example.com is the mail server of the alarm.
A socket that the service manager passes (LISTEN_FDS) takes the place of --host and --port.
`

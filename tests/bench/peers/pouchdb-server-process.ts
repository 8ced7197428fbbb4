import { join } from 'node:path'
import expressPouchDb from 'express-pouchdb'
import PouchDB from 'pouchdb'

const [port, directory = ''] = process.argv.slice(2)
expressPouchDb(PouchDB.defaults({ prefix: join(directory, 'server-') }), {
  mode: 'minimumForPouchDB',
}).listen(Number(port), '127.0.0.1')

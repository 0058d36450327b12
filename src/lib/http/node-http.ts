/**
 * The parts of `node:http` that create servers. An import of that module reads all of its properties, one of which
 * loads the client of `fetch`, in 14 MB of memory.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')

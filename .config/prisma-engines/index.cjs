'use strict'
/** Prisma looks for native engines here. Migrations run on its WebAssembly engine, so there are none. */
exports.enginesVersion = 'none'
exports.getEnginesPath = () => __dirname
exports.ensureNeededBinariesExist = async () => {}

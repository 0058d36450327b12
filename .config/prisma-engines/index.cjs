'use strict'
/** Prisma asks this package for native engine binaries. Migrations run on its WebAssembly engine here, so there are none. */
exports.enginesVersion = 'none'
exports.getEnginesPath = () => __dirname
exports.ensureNeededBinariesExist = async () => {}

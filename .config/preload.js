import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiled code of an earlier process, which shortens a start. Without a writable directory there is no cache.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))

// Node reads the number at the first use of its thread pool: for password hashes and files. It takes any other text as
// 1.
if (!/^[1-9]\d*$/.test(process.env.UV_THREADPOOL_SIZE ?? '')) process.env.UV_THREADPOOL_SIZE = '16'

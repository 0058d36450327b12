#!/usr/bin/env node
import { spawnSync } from 'node:child_process'

// The first argument is `node`: the Node that runs this file.
const { status } = spawnSync(process.execPath, process.argv.slice(3), { stdio: 'inherit' })
process.exitCode = status ?? 1

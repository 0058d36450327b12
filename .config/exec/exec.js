#!/usr/bin/env node
import { spawnSync } from 'node:child_process'

// Arguments as after `exec`: `node …`, or `env NAME=value … node …`. `node` is the Node that runs this file.
const args = process.argv.slice(2)
const start = args.indexOf('node')
const variables = Object.fromEntries(args.slice(1, start).map((pair) => pair.split(/=(.*)/s, 2)))
const env = { ...process.env, ...variables }
const { status } = spawnSync(process.execPath, args.slice(start + 1), { stdio: 'inherit', env })
process.exitCode = status ?? 1

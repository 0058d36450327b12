import { spawn } from 'node:child_process'

/** Runs the service and the build of the console, each again when a file of it changes. Ends both on a signal. */
const PRELOAD = ['--disable-warning=ExperimentalWarning', '--import=./.config/preload.js']
const options = { stdio: 'inherit' }
const running = [
  spawn(process.execPath, ['--watch', ...PRELOAD, 'src/main.ts'], options),
  spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--watch', '--config', '.config/vite.ts'],
    options,
  ),
]

const end = (signal) => {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
for (const child of running)
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 1
    end('SIGTERM')
  })

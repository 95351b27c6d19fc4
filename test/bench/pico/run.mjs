// SPDX-License-Identifier: Apache-2.0 OR MIT
// Runs a UF2 file, all of whose blocks are in RAM, on rp2040js and prints what its UART0 sends, to the line "exit".
// usage: run.mjs FILE.uf2 [MILLION INSTRUCTIONS], 1000 at most by default
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// scripts/setup.sh installs it there.
const packages = new URL('../../../build/rp2040/', import.meta.url);
const { ConsoleLogger, LogLevel, RP2040 } = createRequire(packages)('rp2040js');

const [, , path, limit = '1000'] = process.argv;
const RAM = 0x20000000;
const mcu = new RP2040();
mcu.logger = new ConsoleLogger(LogLevel.Error, false);

const file = readFileSync(path);
let entry = 0xffffffff;
for (let block = 0; block < file.length; block += 512) {
  const word = (index) => file.readUInt32LE(block + 4 * index);
  const address = word(3);
  if (word(0) !== 0x0a324655 || word(1) !== 0x9e5d5157 || word(127) !== 0x0ab16f30 || word(7) !== 0xe48bff56 ||
      word(4) !== 256 || word(5) !== block / 512 || word(6) !== file.length / 512) {
    throw new Error(`${path}: block ${block / 512} is not one that an RP2040 takes`);
  }
  if (address < RAM || address + 256 > RAM + 0x40000) {
    throw new Error(`${path}: ${address.toString(16)} is not in SRAM0 to SRAM3`);
  }
  mcu.sram.set(file.subarray(block + 32, block + 288), address - RAM);
  entry = Math.min(entry, address);
}

// The boot ROM enters at the lowest address; what SP is then, the image must not need.
mcu.core.PC = entry;
mcu.core.SP = RAM + 0x42000;

let line = '';
let ended = false;
let baud = 0;
mcu.uart[0].onBaudRateChange = (rate) => { baud = rate; };
mcu.uart[0].onByte = (value) => {
  if (value !== 10) {
    line += String.fromCharCode(value);
    return;
  }
  console.log(line);
  ended = line.startsWith('exit ');
  line = '';
};

for (let n = 0; n < Number(limit) * 1e6 && !ended; n++) {
  mcu.clock.tick(mcu.core.executeInstruction() * (1e9 / mcu.clkSys));
}
console.log(`emulated: ${mcu.clkSys} Hz, ${baud} baud, GP0 function ${mcu.gpio[0].functionSelect}, ` +
            `${mcu.core.cycles} cycles${ended ? '' : ', not ended'}`);
process.exit(ended ? 0 : 1);

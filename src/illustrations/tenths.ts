/** To a tenth of the picture's own unit: more digits are bytes that nobody sees. */
export const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The academy's mark on a grid of 24 by 24: a line from a station to the terminus. */
export const logoMark = {
  line: "M5 19H8A4 4 0 0 0 12 15V9A4 4 0 0 1 16 5H19",
  station: [5, 19],
  terminus: [19, 5],
  radius: 3.2,
} as const;

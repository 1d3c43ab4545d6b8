-- The par of Burbuja was the length of a win with all coins known. It is now what a player needs who does not know them,
-- and is found anew for each deal.
DELETE FROM pars WHERE game = 'burbuja';
